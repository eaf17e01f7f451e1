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
    if (language === 'js' && /(?:README|runners)\.md$/.test(page)) {
      const [, name = 'node-test.mjs'] = /^\/\/ (\S+)$/m.exec(code) ?? []
      writeFileSync(join(folder, 'runners', name), code)
    }
    // Others name the program that reads them by their file.
    if (language === 'yaml' && !/^# \S+\n/.test(code)) {
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

/** The files of each test runner in the documentation, by the name in their first line. */
const runnerFiles = {
  jest: ['ommer.setup.js', 'ommer.teardown.js', 'any.test.js'],
  mocha: ['ommer.cjs', 'any.cjs'],
}

/** Writes the CommonJS tests of the documentation into the project of a test runner that runs them. */
export function writeDocsTests(folder: string, runner: keyof typeof runnerFiles): void {
  const docs = join(folder, 'docs')
  mkdirSync(docs)
  for (const snippet of readSnippets().filter(({ language }) => language === 'cjs')) {
    const [, name] = /^\/\/ (\S+)$/m.exec(snippet.code) ?? []
    if (name !== undefined && runnerFiles[runner].includes(name)) {
      writeFileSync(join(docs, name), snippet.code)
    } else if (name === undefined && runner === 'jest') {
      writeFileSync(join(folder, `${nameOf(snippet)}.test.js`), snippet.code)
    }
  }
}

function nameOf({ page, line }: Snippet): string {
  return `${page.replaceAll(/\W/g, '-')}-${line}`
}
