/**
 * Where the links from keys to other keys end.
 *
 * @param links without circles
 */
export function rootOf(links: ReadonlyMap<string, string>, key: string): string {
  let root = key
  for (let next = links.get(root); next !== undefined; next = links.get(root)) root = next
  return root
}
