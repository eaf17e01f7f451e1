/**
 * Makes relative links of a page absolute, because a release is read elsewhere.
 *
 * @param base the address of the repository at the released version
 */
export function absoluteLinks(markdown: string, base: string): string {
  return markdown.replaceAll(
    /\]\((?![a-z]+:|#)([^)]+)\)/g,
    (_, target: string) => `](${base}/${target})`,
  )
}
