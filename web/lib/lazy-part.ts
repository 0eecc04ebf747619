import { type ComponentType, type LazyExoticComponent, lazy } from 'react';
import { ChunkFailure, loadWithin } from './chunk-failure.ts';
import { textsOfPart } from './text.ts';

/** A part of the console loaded when first shown; if it is too slow or missing, a message offers a reload. */
// biome-ignore lint/suspicious/noExplicitAny: as in React's own `lazy`: any properties are passed on
export function lazyPart<T extends ComponentType<any>>(
  load: () => Promise<{ default: T }>,
): LazyExoticComponent<T> {
  return lazy(async () => {
    try {
      const part = await loadWithin(load);
      await textsOfPart(part.default);
      return part;
    } catch (error) {
      throw new ChunkFailure(error);
    }
  });
}
