/**
 * The search box of VitePress is a button that contains fields and links, and each result is an option that contains a
 * link. Screen readers do not reach what is in them, so it becomes a dialog with a list of links. Its pictures
 * of keys have names where none are allowed.
 */
const replacements: readonly (readonly [found: string, replaced: string])[] = [
  ['role="button"', 'role="dialog" aria-modal="true" aria-label="Search"'],
  [`:aria-owns="results?.length ? 'localsearch-list' : undefined"`, ''],
  ['aria-expanded="true"', ''],
  ['aria-haspopup="listbox"', ''],
  [
    'aria-labelledby="localsearch-label"\n      class="VPLocalSearchBox"',
    'class="VPLocalSearchBox"',
  ],
  [`:role="results?.length ? 'listbox' : undefined"`, ''],
  [`:aria-labelledby="results?.length ? 'localsearch-label' : undefined"`, ''],
  [`:aria-selected="selectedIndex === index ? 'true' : 'false'"`, ''],
  ['role="option"', ''],
  [`:aria-label="[...p.titles, p.title].join(' > ')"`, ''],
  ['class="search-keyboard-shortcuts"', 'class="search-keyboard-shortcuts" aria-hidden="true"'],
]

/**
 * Corrects the roles in the source of the search box.
 *
 * @throws if it is not the source that this corrects
 */
export function withPlainRoles(source: string): string {
  return replacements.reduce((text, [found, replaced]) => {
    if (!text.includes(found)) throw new Error(`the search box of VitePress has no ${found}`)
    return text.replace(found, replaced)
  }, source)
}
