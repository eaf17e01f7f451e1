import { readdirSync, readFileSync } from 'node:fs'

/** A fenced block of code in a page of the documentation. */
export interface Snippet {
  readonly page: string
  /** the line of the page at which it begins */
  readonly line: number
  /** what stands after the opening fence */
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

/** Behind these a line goes on. */
const OPEN_END = /[[({,:?=&|+]$|=>$/

/**
 * Looks for statements that would go on with the line before them, where that has no semicolon; one at the beginning of
 * a snippet does so wherever it is pasted, and a semicolon before one is for those who know.
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

/** Turns `expression // => value`, which readers take for a promise, into a check. */
export function withChecks(code: string): string {
  const checked = code.replaceAll(
    /^;?(.+?) \/\/ => (.+)$/gm,
    (_, expression: string, value: string) => `assert.deepEqual(${expression}, ${value})`,
  )
  return `import assert from 'node:assert/strict'\n${checked}\nexport {}\n`
}
