{{- define "canarygate.name" -}}
{{ printf "%s-%s" .root.Release.Name .role | trunc 63 | trimSuffix "-" }}
{{- end }}

{{- define "canarygate.selector" -}}
app.kubernetes.io/name: canarygate
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .role }}
{{- end }}

{{- define "canarygate.labels" -}}
{{ include "canarygate.selector" . }}
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .root.Chart.Name .root.Chart.Version }}
{{- end }}

{{- define "canarygate.image" -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end }}

{{/* The Secrets that a role gets, by the table of docs/operations.md, and nothing beside them. */}}
{{- define "canarygate.secretsOfRole" -}}
{{- $secrets := .root.Values.secrets -}}
{{- $named := dict
  "edge" (list $secrets.sealing $secrets.hashing)
  "minimizer" (list $secrets.sealing $secrets.hashing $secrets.analytics $secrets.audit)
  "dispatcher" (list $secrets.providers)
  "analyst" (list $secrets.noise $secrets.writer)
  "auditor" (list $secrets.audit $secrets.auditor)
  "searcher" (list $secrets.sealing $secrets.trusted)
  "topics" (list) -}}
{{- append (get $named .role) (get $secrets.kafka .role) | compact | join " " -}}
{{- end }}

{{/* Where the auditor listens as the provider of its own probes; empty if it does not. */}}
{{- define "canarygate.witnessPort" -}}
{{- $audit := .Values.config.audit | default dict -}}
{{- with and .Values.roles.auditor.enabled (get $audit "witness") }}{{ .listen | splitList ":" | last }}{{ end -}}
{{- end }}

{{- define "canarygate.securityContext" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities: {drop: [ALL]}
{{- end }}

{{- define "canarygate.podSecurityContext" -}}
runAsNonRoot: true
runAsUser: 65532
runAsGroup: 65532
fsGroup: 65532
seccompProfile: {type: RuntimeDefault}
{{- end }}

{{- define "canarygate.mounts" -}}
- {name: config, mountPath: /etc/canarygate, readOnly: true}
- {name: cache, mountPath: /var/cache/canarygate}
{{- if include "canarygate.secretsOfRole" . }}
- {name: secrets, mountPath: /run/secrets/canarygate, readOnly: true}
{{- end }}
{{- range .root.Values.files }}
- {name: {{ .name }}, mountPath: {{ .mountPath }}, readOnly: true}
{{- end }}
{{- end }}

{{/* Secrets are files, not variables: a file changes where a process runs. */}}
{{- define "canarygate.environment" -}}
{{- if include "canarygate.secretsOfRole" . }}
env: [{name: CANARYGATE_SECRETS, value: /run/secrets/canarygate}]
{{- end }}
{{- end }}

{{- define "canarygate.volumes" -}}
- name: config
  configMap: {name: {{ .config }}}
- name: cache
  emptyDir: {sizeLimit: 64Mi}
{{- with include "canarygate.secretsOfRole" . }}
- name: secrets
  projected:
    defaultMode: 0440
    sources:
      {{- range splitList " " . }}
      - secret: {name: {{ . }}}
      {{- end }}
{{- end }}
{{- range .root.Values.files }}
- name: {{ .name }}
  {{- if .secret }}
  secret: {secretName: {{ .secret }}}
  {{- else }}
  configMap: {name: {{ .configMap }}}
  {{- end }}
{{- end }}
{{- end }}
