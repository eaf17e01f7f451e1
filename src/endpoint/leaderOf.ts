/**
 * The key of the endpoint that a new one shall lag behind.
 *
 * @param options of an endpoint, unchecked
 */
export function leaderOf(options: unknown): string | undefined {
  const { lag } = Object(options) as { readonly lag?: unknown }
  const { behind } = Object(lag) as { readonly behind?: unknown }
  return typeof behind === 'string' ? behind : undefined
}
