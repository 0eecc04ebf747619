import { useLocation, useSearchParams } from 'react-router';
import { withoutBase } from './base.ts';

type Changes = Readonly<Record<string, string | null>>;

/** What of a screen stands in its address, so that a view can be shared; null and the empty text take away. */
export function useAddress(): [URLSearchParams, (changes: Changes) => void] {
  const [parameters, setParameters] = useSearchParams();
  const { pathname } = useLocation();
  const set = (changes: Changes): void => {
    // What came to rest while another screen was being loaded would lead back here.
    if (withoutBase(window.location.pathname) !== pathname) return;
    setParameters(
      (before) => {
        const next = new URLSearchParams(before);
        for (const [name, value] of Object.entries(changes))
          if (value === null || value === '') next.delete(name);
          else next.set(name, value);
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  };
  return [parameters, set];
}
