/**
 * Puts what moves in its final position, in the page. Elements that still move are not where a person finds them, and to watch them get there
 * costs a test with a hundred dialogs more than everything else. Does not end endless animations.
 */
export async function finishAnimations(): Promise<void> {
  const nextFrame = (): Promise<number> => new Promise(requestAnimationFrame)
  // What was changed just now begins to move with the next frame.
  await nextFrame()
  for (const animation of document.getAnimations()) if (animation.effect?.getComputedTiming().endTime !== Infinity) animation.finish()
  // What closes leaves the page when its end is told, which is before the next frame.
  await nextFrame()
}
