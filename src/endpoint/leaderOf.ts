/**
 * The endpoint that another one shall lag behind.
 *
 * @param options of an endpoint, unchecked
 */
export function leaderOf(options: unknown): string | undefined {
  const { lag } = Object(options) as { readonly lag?: unknown }
  const { behind } = Object(lag) as { readonly behind?: unknown }
  return typeof behind === 'string' ? behind : undefined
}
