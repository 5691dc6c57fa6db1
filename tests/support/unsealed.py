"""The program with its sealing taken out, to see that what looks for leaks would find one."""

from __future__ import annotations

import sys

from gateway import cli, sealing

PROGRAM = (sys.executable, "-m", "tests.support.unsealed")


class NoCipher:
    """Takes the place of AES-256-GCM and leaves every byte as it is."""

    def __init__(self, key: bytes) -> None:
        pass

    def encrypt(self, nonce: bytes, plaintext: bytes, bound: bytes) -> bytes:
        """The plaintext itself."""
        return plaintext

    def decrypt(self, nonce: bytes, ciphertext: bytes, bound: bytes) -> bytes:
        """What ``encrypt`` was given."""
        return ciphertext


if __name__ == "__main__":
    vars(sealing)["AESGCM"] = NoCipher
    raise SystemExit(cli.main())
