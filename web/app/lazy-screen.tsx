import { type ComponentType, lazy } from 'react';
import { ChunkFailure, loadWithin } from './chunk-failure.ts';

/** A screen loaded when first opened; too slow or gone means a message with a reload. */
export function lazyScreen(load: () => Promise<{ default: ComponentType }>): ComponentType {
  return lazy(async () => {
    try {
      return await loadWithin(load);
    } catch (error) {
      throw new ChunkFailure(error);
    }
  });
}
