import { useScreenTitle } from '../ui/screen-title.ts';
import { useProductTitle } from './product.ts';

/** The tab title without alerts: the screen and the product. */
export function usePlainTitle(): string {
  const product = useProductTitle();
  const screen = useScreenTitle();
  return screen === '' ? product : `${screen} – ${product}`;
}
