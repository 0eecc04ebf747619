{{- define "aerowatch.name" -}}
{{- .Release.Name | trunc 40 | trimSuffix "-" -}}
{{- end -}}

{{- define "aerowatch.labels" -}}
app.kubernetes.io/name: aerowatch
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{- define "aerowatch.secret" -}}
{{- if .Values.existingSecret -}}
{{ .Values.existingSecret }}
{{- else -}}
{{ include "aerowatch.name" . }}
{{- end -}}
{{- end -}}
