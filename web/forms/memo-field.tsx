import { memo, type ReactNode, useRef } from 'react';

type Handler = (...args: unknown[]) => unknown;

/**
 * A field that is drawn again only where what it shows has changed. A form is drawn anew with every key, and gives
 * all its fields new handlers then; here they get the same ones, which call the newest.
 */
export function memoField<Props extends object>(
  Field: (props: Props) => ReactNode,
): (props: Props) => ReactNode {
  const Drawn = memo(Field as (props: object) => ReactNode);
  return function MemoField(props) {
    const latest = useRef(props);
    latest.current = props;
    const handlers = useRef<Record<string, Handler>>({});
    const handlerOf = (name: string): Handler => {
      handlers.current[name] ??= (...args) => (latest.current as Record<string, Handler>)[name]?.(...args);
      return handlers.current[name];
    };
    const shown = Object.entries(props).map(([name, value]) =>
      typeof value === 'function' && /^on[A-Z]/.test(name) ? [name, handlerOf(name)] : [name, value],
    );
    return <Drawn {...Object.fromEntries(shown)} />;
  };
}
