import { useLocation, useSearchParams } from 'react-router';
import { withoutBase } from '../base.ts';

type Changes = Readonly<Record<string, string | null>>;

/** The state of a screen in its address, so that a view can be shared; null and the empty text remove a parameter. */
export function useAddress(): [URLSearchParams, (changes: Changes) => void] {
  const [parameters, setParameters] = useSearchParams();
  const { pathname } = useLocation();
  const set = (changes: Changes): void => {
    // A delayed change that fires while another screen is loading would lead back here.
    if (withoutBase(window.location.pathname) !== pathname) return;
    // As the address is now: what was rendered last may lack a change that is still on its way to the screen.
    const next = new URLSearchParams(window.location.search);
    for (const [name, value] of Object.entries(changes))
      if (value === null || value === '') next.delete(name);
      else next.set(name, value);
    setParameters(next, { replace: true, preventScrollReset: true });
  };
  return [parameters, set];
}
