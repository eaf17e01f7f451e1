import { readSnippets } from '../../test/support/snippets.ts'

/** The workflows in the documentation, which name their file in the first line. */
export function snippetWorkflows(): { readonly where: string; readonly text: string }[] {
  return readSnippets()
    .filter(({ code }) => code.startsWith('# .github/workflows/'))
    .map(({ page, line, code }) => ({ where: `${page}:${line}`, text: code }))
}
