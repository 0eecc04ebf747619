import { SCREEN_KEYS, type SCREENS, type ScreenKey, screenOf } from './screens.ts';

type Value = string | number;
type Query = Readonly<Record<string, Value | readonly Value[] | undefined>>;
/** One value for each parameter of a path, in its order. */
type Values<Path extends string> = Path extends `${string}/:${string}/${infer Rest}`
  ? [Value, ...Values<`/${Rest}`>]
  : Path extends `${string}/:${string}`
    ? [Value]
    : [];
type Build<Path extends string> = (...values: [...Values<Path>, query?: Query]) => string;

/** Commas are not encoded, so that a list in the address stays readable. */
const encoded = (value: Value | readonly Value[]): string =>
  encodeURIComponent(String(value)).replaceAll('%2C', ',');

function build(path: string, parts: readonly (Value | Query)[]): string {
  const values = [...parts];
  const filled = path.replace(/:\w+/g, () => encoded(values.shift() as Value));
  const query = Object.entries((values[0] ?? {}) as Query)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${encoded(value!)}`);
  return query.length === 0 ? filled : `${filled}?${query.join('&')}`;
}

/**
 * The address of each screen: `paths.users()`, `paths.box(7, { tab: 'firmware' })`,
 * `paths.visualization({ aeros: [3, 4] })`. No other file writes one.
 */
export const paths = Object.fromEntries(
  SCREEN_KEYS.map((key) => [key, (...parts: (Value | Query)[]) => build(screenOf(key).path, parts)]),
) as { readonly [Key in ScreenKey]: Build<(typeof SCREENS)[Key]['path']> };
