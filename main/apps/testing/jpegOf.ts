/** The headers of a JPEG of this size. What it shows is missing. */
export function jpegOf(width: number, height: number): Uint8Array {
  const two = (value: number): readonly [number, number] => [value >> 8, value & 0xff]
  const components = [1, 0x22, 0, 2, 0x11, 1, 3, 0x11, 1]
  return Uint8Array.from([0xff, 0xd8, 0xff, 0xc0, 0, 17, 8, ...two(height), ...two(width), 3, ...components, 0xff, 0xd9])
}
