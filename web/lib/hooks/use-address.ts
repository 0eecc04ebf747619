import { useLocation, useSearchParams } from 'react-router';
import { withoutBase } from '../base.ts';

type Changes = Readonly<Record<string, string | null>>;
interface Options {
  /** Adds an entry to the history; otherwise replaces the present one, without scrolling. */
  push?: boolean;
}

/**
 * A change passed to the router, and the address at that time, which the router still reports for a while.
 */
let underWay: { at: string; search: string } | null = null;

/** The present parameters. */
function searchNow(): string {
  const { href, search } = window.location;
  return underWay?.at === href ? underWay.search : search;
}

/**
 * The state of a screen in its address, so that a view can be shared, and a function to change it. A change
 * is applied to the present address, because what was rendered last may lack a change that is still pending.
 */
export function useSearch(): [
  URLSearchParams,
  (change: (now: URLSearchParams) => URLSearchParams, options?: Options) => void,
] {
  const [parameters, setParameters] = useSearchParams();
  const { pathname } = useLocation();
  const change = (of: (now: URLSearchParams) => URLSearchParams, { push = false }: Options = {}): void => {
    // A delayed change that fires while another screen is loading would navigate back here.
    if (withoutBase(window.location.pathname) !== pathname) return;
    const next = of(new URLSearchParams(searchNow()));
    underWay = { at: window.location.href, search: next.toString() };
    setParameters(next, push ? {} : { replace: true, preventScrollReset: true });
  };
  return [parameters, change];
}

/** Parameters with changes applied; null and the empty text remove one. */
export function withChanges(now: URLSearchParams, changes: Changes): URLSearchParams {
  const next = new URLSearchParams(now);
  for (const [name, value] of Object.entries(changes))
    if (value === null || value === '') next.delete(name);
    else next.set(name, value);
  return next;
}

/** The address, and a function to change its parameters by name. */
export function useAddress(): [URLSearchParams, (changes: Changes) => void] {
  const [parameters, change] = useSearch();
  return [parameters, (changes) => change((now) => withChanges(now, changes))];
}
