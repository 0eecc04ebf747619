import type { ReactNode } from 'react';

/** A part of the console in its states. It is called by its name in the code: the gallery is for who writes it. */
export interface Part {
  name: string;
  show: () => ReactNode;
}
