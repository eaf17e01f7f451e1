/** The anchor of a heading as GitHub makes it, so that links work there and on the site. */
export function headingAnchor(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}_\s-]/gu, '')
    .replaceAll(' ', '-')
}
