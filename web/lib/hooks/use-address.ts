import { useLocation, useSearchParams } from 'react-router';
import { withoutBase } from '../base.ts';

type Changes = Readonly<Record<string, string | null>>;
interface Options {
  /** As the next entry of the history; else in place of the present one, without scrolling. */
  push?: boolean;
}

/** A change that the router has been given, and the address that stood then: it stands there a while longer. */
let underWay: { at: string; search: string } | null = null;

/** The parameters as they are now. */
function searchNow(): string {
  const { href, search } = window.location;
  return underWay?.at === href ? underWay.search : search;
}

/**
 * The state of a screen in its address, so that a view can be shared, and how to change it. A change is given the
 * address as it is now: what was rendered last may lack a change that is still on its way to the screen.
 */
export function useSearch(): [
  URLSearchParams,
  (change: (now: URLSearchParams) => URLSearchParams, options?: Options) => void,
] {
  const [parameters, setParameters] = useSearchParams();
  const { pathname } = useLocation();
  const change = (of: (now: URLSearchParams) => URLSearchParams, { push = false }: Options = {}): void => {
    // A delayed change that fires while another screen is loading would lead back here.
    if (withoutBase(window.location.pathname) !== pathname) return;
    const next = of(new URLSearchParams(searchNow()));
    underWay = { at: window.location.href, search: next.toString() };
    setParameters(next, push ? {} : { replace: true, preventScrollReset: true });
  };
  return [parameters, change];
}

/** Parameters with changes; null and the empty text remove one. */
export function withChanges(now: URLSearchParams, changes: Changes): URLSearchParams {
  const next = new URLSearchParams(now);
  for (const [name, value] of Object.entries(changes))
    if (value === null || value === '') next.delete(name);
    else next.set(name, value);
  return next;
}

/** The address, and how to change parameters of it by name. */
export function useAddress(): [URLSearchParams, (changes: Changes) => void] {
  const [parameters, change] = useSearch();
  return [parameters, (changes) => change((now) => withChanges(now, changes))];
}
