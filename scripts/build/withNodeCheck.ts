import type { Plugin } from 'rolldown'
import { CHECK_FILE, checkModule, type NodeCheck, nodeCheck } from './nodeCheck.ts'

/**
 * What Node 16 does not have. Node refuses to link a module that imports such a name, before any code has run that could
 * say why. So they are read from the default export. `npm run runtimes -- --too-old` finds what is missing here.
 */
const LATE_NAMES = ['availableParallelism', 'crc32', 'hash', 'styleText']

const BUILTIN_IMPORT = /^import \{ ([^}]+) \} from "(node:[^"]+)";$/gm

/** A command: what it does itself, and the file that it loads. */
const COMMAND = /^(#!.*\n)(?:import ("[^"]+");|([\s\S]*?))\s*export \{\};\s*$/

/**
 * Lets the entries say in one line that Node is too old: commands before they load anything, in syntax that every Node
 * can read, and modules before the modules that they import are run.
 *
 * @param modules names of the entries that users import; those that they run begin with `#!`
 */
export function withNodeCheck(root: string, modules: readonly string[]): Plugin {
  const check = nodeCheck(root)
  return {
    name: 'with-node-check',
    generateBundle(_, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type !== 'chunk') continue
        file.code = file.code.replaceAll(BUILTIN_IMPORT, linkedByAll)
        if (modules.includes(file.name)) file.code = `import "./${CHECK_FILE}";\n${file.code}`
        if (file.code.startsWith('#!')) file.code = commandOf(file.code, check)
      }
      this.emitFile({ type: 'asset', fileName: CHECK_FILE, source: checkModule(check) })
    },
  }
}

/** An import of a module of Node that old versions of Node can link. */
function linkedByAll(statement: string, list: string, module: string): string {
  const names = list.split(', ')
  const late = names.filter((name) => LATE_NAMES.includes(name.split(' as ')[0] as string))
  if (late.length === 0) return statement
  const others = names.filter((name) => !late.includes(name))
  const own = `${module.replace(/\W/g, '_')}$late`
  const named = others.length === 0 ? '' : `, { ${others.join(', ')} }`
  const members = late.map((name) => name.replace(' as ', ': ')).join(', ')
  return `import ${own}${named} from "${module}";\nconst { ${members} } = ${own};`
}

function commandOf(code: string, { begin, isSupported, problem }: NodeCheck): string {
  const [, shebang, file, own = `import(${file});`] = COMMAND.exec(code) ?? []
  // `import` and `export` would make it a file that the oldest versions cannot read.
  if (shebang === undefined || /^(?:im|ex)port\s/m.test(own)) {
    throw new Error(`a command does more than to load a file:\n${code}`)
  }
  return `${shebang}${begin}
if (${isSupported}) {
${own}
} else {
  console.error('error: ' + ${problem});
  process.exitCode = 1;
}
`
}
