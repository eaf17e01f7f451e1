import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readSnippets, type Snippet, withChecks } from '../../test/support/snippets.ts'

/** Writes the code of the documentation into the project that runs it (`projects/docs/run.ts`). */
export function writeDocsProject(folder: string): void {
  for (const name of ['snippets', 'checked', 'runners']) mkdirSync(join(folder, name))
  const commands: string[] = []
  for (const snippet of readSnippets()) {
    const { page, language, code } = snippet
    if (language === 'ts') {
      writeFileSync(join(folder, 'snippets', `${nameOf(snippet)}.ts`), code)
      writeFileSync(join(folder, 'checked', `${nameOf(snippet)}.ts`), withChecks(code))
    }
    if (language === 'js' && page.endsWith('testing.md')) {
      const [, name = 'node-test.mjs'] = /^\/\/ (\S+)$/m.exec(code) ?? []
      writeFileSync(join(folder, 'runners', name), code)
    }
    if (language === 'yaml') {
      const name = `${nameOf(snippet)}.yaml`
      writeFileSync(join(folder, name), code)
      const option = code.includes('/spec.schema.json') ? '--spec' : '--scenario'
      commands.push(`npx ommer serve ${option} ${name}`)
    }
    if (language === 'sh') {
      commands.push(...code.split('\n').filter((line) => /^npx ommer serve /.test(line)))
    }
  }
  writeFileSync(join(folder, 'commands.txt'), commands.join('\n'))
}

/** Writes the Jest tests of the documentation into the project that runs them. */
export function writeDocsTest(folder: string): void {
  const tests = readSnippets().filter(({ language }) => language === 'cjs')
  for (const test of tests) writeFileSync(join(folder, `${nameOf(test)}.test.js`), test.code)
}

function nameOf({ page, line }: Snippet): string {
  return `${page.replaceAll(/\W/g, '-')}-${line}`
}
