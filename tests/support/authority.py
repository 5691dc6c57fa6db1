"""A certificate authority of the tests' own, and certificates that it signs, as PEM files."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, EllipticCurvePrivateKey, generate_private_key
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import NameOID

HOST = ip_address("127.0.0.1")
VALID = timedelta(days=1)


def _new_key() -> EllipticCurvePrivateKey:
    return generate_private_key(SECP256R1())


@dataclass(frozen=True, slots=True)
class Signed:
    """A certificate for ``HOST``, its key, and both in one file."""

    certificate: Path
    key: Path
    both: Path


@dataclass(frozen=True, slots=True, repr=False)
class Authority:
    """One authority; its files are in ``folder``."""

    folder: Path
    name: str
    _key: EllipticCurvePrivateKey = field(default_factory=_new_key)

    @property
    def certificate(self) -> Path:
        """What trusts in it are told."""
        return self._write("pem", self._sign(self.name, self._key, datetime.now(UTC) - VALID, is_authority=True))

    def sign(self, name: str, since: datetime | None = None) -> Signed:
        """A fresh key and a certificate for it, valid for two days, since yesterday if nothing else is said."""
        key = _new_key()
        certificate = self._sign(name, key, since or datetime.now(UTC) - VALID, is_authority=False)
        key_pem = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
        return Signed(
            self._write(f"{name}.pem", certificate),
            self._write(f"{name}.key", key_pem),
            self._write(f"{name}.both", key_pem + certificate),
        )

    def _sign(self, name: str, key: EllipticCurvePrivateKey, since: datetime, *, is_authority: bool) -> bytes:
        certificate = (
            x509.CertificateBuilder()
            .subject_name(_named(name))
            .issuer_name(_named(self.name))
            .public_key(key.public_key())
            .serial_number(x509.random_serial_number())
            .not_valid_before(since)
            .not_valid_after(since + 2 * VALID)
            .add_extension(x509.BasicConstraints(ca=is_authority, path_length=None), critical=True)
            .add_extension(x509.SubjectAlternativeName([x509.IPAddress(HOST)]), critical=False)
            .sign(self._key, hashes.SHA256())
        )
        return certificate.public_bytes(Encoding.PEM)

    def _write(self, suffix: str, content: bytes) -> Path:
        self.folder.mkdir(parents=True, exist_ok=True)
        path = self.folder / f"{self.name}.{suffix}"
        path.write_bytes(content)
        return path


def _named(name: str) -> x509.Name:
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
