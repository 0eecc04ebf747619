/** Security headers of every answer. Scripts come from this origin only; styles of the UI library are inline. */
export function securityHeaders(options: {
  https: boolean;
  mapOrigins: readonly string[];
}): Record<string, string> {
  // A map style of the operator may refer to tiles, glyphs and sprites of further hosts.
  const outside = options.mapOrigins.length > 0 ? ' https:' : '';
  const origins = options.mapOrigins.map((origin) => ` ${origin}`).join('');
  const policy = [
    "default-src 'self'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    `img-src 'self' data: blob:${outside}${origins}`,
    "font-src 'self' data:",
    `connect-src 'self' data: blob:${outside}${origins}`,
    "worker-src 'self' blob:",
    "child-src 'self' blob:",
    "manifest-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
  return {
    'Content-Security-Policy': policy,
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    'Referrer-Policy': 'no-referrer',
    // Nothing here is for search engines, least of all a shared link to a box.
    'X-Robots-Tag': 'noindex, nofollow',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Permissions-Policy': 'camera=(), microphone=(), payment=()',
    ...(options.https ? { 'Strict-Transport-Security': 'max-age=31536000; includeSubDomains' } : {}),
  };
}

/** Origin of a configured map address, if it is an absolute one. */
export function originOf(url: string | null): string[] {
  try {
    return url === null ? [] : [new URL(url.replaceAll('{', '').replaceAll('}', '')).origin];
  } catch {
    return [];
  }
}
