import type { ReactNode } from 'react';

/** A component in its states, named as in the code, because the gallery is for developers. */
export interface Part {
  name: string;
  show: () => ReactNode;
}
