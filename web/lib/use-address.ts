import { useLocation, useSearchParams } from 'react-router';
import { withoutBase } from './base.ts';

type Changes = Readonly<Record<string, string | null>>;

/** The state of a screen in its address, so that a view can be shared; null and the empty text remove a parameter. */
export function useAddress(): [URLSearchParams, (changes: Changes) => void] {
  const [parameters, setParameters] = useSearchParams();
  const { pathname } = useLocation();
  const set = (changes: Changes): void => {
    // A delayed change that fires while another screen is loading would lead back here.
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
