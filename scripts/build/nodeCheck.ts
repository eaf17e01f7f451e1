import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** `^20.19.0` or `>=22.2.0` */
const RANGE = /^(\^|>=)(\d+)\.(\d+)\.0$/

/** The file that says that Node is too old, beside the ES modules and in the folder for `require`. */
export const CHECK_FILE = 'requireNode.js'

/** The check of Node's version, in JavaScript that Node has read since 2015, without `import` and `require`. */
export interface NodeCheck {
  /** statements before the others */
  readonly begin: string
  /** an expression: whether this Node can run the package */
  readonly isSupported: string
  /** an expression: why it cannot */
  readonly problem: string
}

/** @returns the check of what `engines` in package.json says */
export function nodeCheck(root: string): NodeCheck {
  const { engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    readonly engines: { readonly node: string }
  }
  const ranges = engines.node.split(' || ').map(readRange)
  const conditions = ranges.map(({ isOpen, major, minor }) => {
    const isSame = `node[0] === ${major} && node[1] >= ${minor}`
    return isOpen ? `node[0] > ${major} || ${isSame}` : isSame
  })
  const wanted = ranges.map(({ isOpen, major, minor }) =>
    isOpen ? `${major}.${minor} or newer` : `${major}.${minor} to ${major}.x`,
  )
  return {
    begin: "var node = process.versions.node.split('.').map(Number);",
    isSupported: conditions.join(' || '),
    problem: `'ommer needs Node.js ${wanted.join(', or ')}; this is ' + process.version`,
  }
}

/** The text of `CHECK_FILE`. */
export function checkModule({ begin, isSupported, problem }: NodeCheck): string {
  return `${begin}\nif (!(${isSupported})) throw new Error(${problem});\n`
}

function readRange(text: string) {
  const [, sign, major, minor] = RANGE.exec(text) ?? []
  if (sign === undefined) throw new Error(`engines.node: ${text} is not ^A.B.0 or >=A.B.0`)
  return { isOpen: sign === '>=', major: Number(major), minor: Number(minor) }
}
