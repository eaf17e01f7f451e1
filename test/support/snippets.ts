import { readdirSync, readFileSync } from 'node:fs'

/** A fenced block of code in a page of the documentation. */
export interface Snippet {
  readonly page: string
  /** its first line in the page */
  readonly line: number
  /** the text after the opening fence */
  readonly language: string
  readonly code: string
}

const FENCED = /^```(\w+)\n([\s\S]*?)^```$/gm

/** All code in the README and in docs/. */
export function readSnippets(): Snippet[] {
  const docs = readdirSync('docs', { recursive: true, encoding: 'utf8' })
  const pages = ['README.md', ...docs.map((name) => `docs/${name}`)]
  return pages
    .filter((page) => page.endsWith('.md'))
    .flatMap((page) => {
      const text = readFileSync(page, 'utf8')
      return [...text.matchAll(FENCED)].map((match) => ({
        page,
        line: text.slice(0, match.index).split('\n').length,
        language: match[1] as string,
        code: match[2] as string,
      }))
    })
}

/** The statement continues after a line that ends with one of these. */
const OPEN_END = /[[({,:?=&|+]$|=>$/

/**
 * Finds statements that would continue the line before them without a semicolon. The first line of a snippet counts,
 * because it may be pasted after any line.
 *
 * @returns their first lines
 */
export function joinedStatements(code: string): string[] {
  const lines = code.split('\n').filter((line) => line.trim() !== '')
  return lines.filter((line, index) => {
    const before = lines[index - 1]?.replace(/ \/\/ .*$/, '').trimEnd() ?? ''
    return /^\s*;?[[(`]/.test(line) && !OPEN_END.test(before)
  })
}

/** Turns `expression // => value`, which readers trust, into a check. */
export function withChecks(code: string): string {
  const checked = code.replaceAll(
    /^;?(.+?) \/\/ => (.+)$/gm,
    (_, expression: string, value: string) => `assert.deepEqual(${expression}, ${value})`,
  )
  return `import assert from 'node:assert/strict'\n${checked}\nexport {}\n`
}
