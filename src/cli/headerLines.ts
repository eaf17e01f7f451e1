/** Adds headers. In an environment variable, each is on its own line. */
export function appendHeaders(text: string, headers: readonly string[] = []): readonly string[] {
  return [...headers, ...text.split(/\r?\n/).filter((line) => line.trim() !== '')]
}
