let known: boolean | undefined;

/** Whether this browser has WebGL, with which maps are drawn. Asked before, a map does not fail in the console. */
export function canDraw(): boolean {
  known ??= hasWebGl();
  return known;
}

function hasWebGl(): boolean {
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('webgl2') ?? canvas.getContext('webgl');
  // Browsers keep few of them.
  context?.getExtension('WEBGL_lose_context')?.loseContext();
  return context !== null;
}
