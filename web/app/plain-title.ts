import { useScreenTitle } from '../ui/screen-title.ts';
import { useProductTitle } from './product.ts';

/** What the tab says where no alert is to be told: the screen and the product. */
export function usePlainTitle(): string {
  const product = useProductTitle();
  const screen = useScreenTitle();
  return screen === '' ? product : `${screen} – ${product}`;
}
