import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** `^20.19.0` or `>=22.2.0` */
const RANGE = /^(\^|>=)(\d+)\.(\d+)\.0$/

/** The file that says that Node is too old, beside the modules. */
export const CHECK_FILE = 'requireNode.js'

/**
 * The check of Node's version, in JavaScript that Node has read since 2015. Each entry calls it before it loads anything
 * else.
 *
 * @returns the text of `CHECK_FILE`, which follows from `engines` in package.json
 */
export function nodeCheck(root: string): string {
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
  return `var node = process.versions.node.split('.').map(Number);
var isSupported = ${conditions.join(' || ')};
var problem = 'ommer needs Node.js ${wanted.join(', or ')}; this is ' + process.version;

exports.inModule = function () {
  if (!isSupported) throw new Error(problem);
};

exports.inCommand = function () {
  if (isSupported) return;
  console.error('error: ' + problem);
  process.exit(1);
};
`
}

/** What an entry does first. */
export function callOfCheck(isCommand: boolean): string {
  return `require("./${CHECK_FILE}").${isCommand ? 'inCommand' : 'inModule'}();`
}

function readRange(text: string) {
  const [, sign, major, minor] = RANGE.exec(text) ?? []
  if (sign === undefined) throw new Error(`engines.node: ${text} is not ^A.B.0 or >=A.B.0`)
  return { isOpen: sign === '>=', major: Number(major), minor: Number(minor) }
}
