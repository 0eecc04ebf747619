import type { WeatherProblem } from '@aerowatch/domain/forecast/weather/weather-file';
import { connectionCode, OutboundError } from '../../platform/http/outbound/outbound.ts';

/** The cause of a failed connection, by the code of Node or OpenSSL; other codes are shown unchanged. */
const REASONS: Readonly<Record<string, WeatherProblem>> = {
  ENOTFOUND: 'weather_service_name',
  EAI_AGAIN: 'weather_service_name',
  ECONNREFUSED: 'weather_service_closed',
  EHOSTUNREACH: 'weather_service_route',
  ENETUNREACH: 'weather_service_route',
  ETIMEDOUT: 'weather_service_timeout',
  ECONNRESET: 'weather_service_cut',
  EPIPE: 'weather_service_cut',
};
/** OpenSSL's names for certificate problems: `CERT_HAS_EXPIRED`, `DEPTH_ZERO_SELF_SIGNED_CERT` … */
const CERTIFICATE = /CERT|UNABLE_TO|SELF_SIGNED|ALTNAME/;

/** Used when there is no code. */
const KINDS: Readonly<Record<OutboundError['kind'], WeatherProblem>> = {
  refused: 'weather_service_not_called',
  unreachable: 'weather_service_unconnected',
  broken: 'weather_service_broken',
};

/** Why a weather service gave no answer, as a problem with a text in every language. */
export function outboundProblemOf(error: Error): WeatherProblem {
  const seconds = /within (\d+) s$/.exec(error.message)?.[1];
  if (seconds !== undefined) return `weather_service_slow|${seconds}`;
  const code = error instanceof OutboundError ? error.code : connectionCode(error);
  if (code === null) return KINDS[error instanceof OutboundError ? error.kind : 'broken'];
  const other = CERTIFICATE.test(code) ? 'certificate' : 'unreachable';
  return REASONS[code] ?? `weather_service_${other}|${code}`;
}
