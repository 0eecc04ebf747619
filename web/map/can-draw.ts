let known: boolean | undefined;

/** Whether this browser has WebGL, which the map needs. Checked first, so that the map does not fail. */
export function canDraw(): boolean {
  known ??= hasWebGl();
  return known;
}

function hasWebGl(): boolean {
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('webgl2') ?? canvas.getContext('webgl');
  // Browsers allow only a few contexts.
  context?.getExtension('WEBGL_lose_context')?.loseContext();
  return context !== null;
}
