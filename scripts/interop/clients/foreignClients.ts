import { execFileSync } from 'node:child_process'
import { join } from 'node:path'

/** The dialects that it reads. */
export type ReadDialect = 'infura' | 'geth'

/** A client library in another language. Its folder has the manifest, and a program that reads a chain with it. */
export interface ForeignClient {
  readonly name: string
  readonly library: string
  /** where to find the version in the manifest */
  readonly version: { readonly file: string; readonly pattern: RegExp }
  /** the folder beside this file; two versions of a library may share one */
  readonly project: string
  /** the required commands, each with the argument that prints its version */
  readonly tools: readonly (readonly [command: string, ...args: string[]])[]
  /** how much of a chain it reads in each dialect, as in docs/dialects.md */
  readonly reads: Readonly<Record<ReadDialect, 'all' | 'allButPending' | 'notAll'>>
  /** whether it has methods for uncles; web3.py has them up to version 7 */
  readonly hasUncles: boolean
  /** language of its snippet in docs/clients.md, and the file for it; undefined without a snippet */
  readonly snippet?: { readonly language: string; readonly file: string }
  /** Compiles or installs the project in a folder. */
  build(folder: string): void
  /** the commands, in that folder, of the reading program and of the snippet */
  readonly commands: { readonly read: readonly string[]; readonly snippet?: readonly string[] }
}

function python(name: string, requirements: string, hasUncles: boolean): ForeignClient {
  const interpreter = join('venv', 'bin', 'python')
  return {
    name,
    library: 'web3.py',
    version: { file: requirements, pattern: /web3==(\S+)/ },
    project: 'python',
    tools: [['python3', '--version']],
    reads: { infura: 'all', geth: 'all' },
    hasUncles,
    snippet: { language: 'python', file: 'snippet.py' },
    build(folder) {
      run(folder, 'python3', '-m', 'venv', 'venv')
      run(folder, interpreter, '-m', 'pip', 'install', '--quiet', '--requirement', requirements)
    },
    commands: {
      read: [interpreter, '-W', 'ignore', 'read.py'],
      snippet: [interpreter, 'snippet.py'],
    },
  }
}

const go: ForeignClient = {
  name: 'go',
  library: 'go-ethereum ethclient',
  version: { file: 'go.mod', pattern: /go-ethereum v(\S+)/ },
  project: 'go',
  tools: [['go', 'version']],
  reads: { infura: 'notAll', geth: 'all' },
  hasUncles: true,
  snippet: { language: 'go', file: 'snippet/main.go' },
  build: (folder) => run(folder, 'go', 'build', '-o', 'bin/', './read', './snippet'),
  commands: { read: ['bin/read'], snippet: ['bin/snippet'] },
}

const rust: ForeignClient = {
  name: 'rust',
  library: 'alloy',
  version: { file: 'Cargo.toml', pattern: /alloy = \{ version = "=(\S+)"/ },
  project: 'rust',
  tools: [['cargo', '--version']],
  reads: { infura: 'notAll', geth: 'all' },
  hasUncles: true,
  snippet: { language: 'rust', file: 'src/bin/snippet.rs' },
  build: (folder) => run(folder, 'cargo', 'build', '--quiet', '--locked'),
  commands: { read: ['target/debug/read'], snippet: ['target/debug/snippet'] },
}

/** Suppresses the warnings of its logger, which has no backend. */
const quietly = ['-Dslf4j.internal.verbosity=ERROR']

const java: ForeignClient = {
  name: 'java',
  library: 'web3j',
  version: { file: 'pom.xml', pattern: /<artifactId>core<\/artifactId>\s*<version>(\S+)</ },
  project: 'java',
  tools: [
    ['java', '--version'],
    ['mvn', '--version'],
  ],
  reads: { infura: 'allButPending', geth: 'all' },
  hasUncles: true,
  snippet: { language: 'java', file: 'Snippet.java' },
  build(folder) {
    const options = ['-DoutputDirectory=lib', '-DincludeScope=runtime']
    run(
      folder,
      'mvn',
      '--quiet',
      '--batch-mode',
      '-Dstyle.color=never',
      'dependency:copy-dependencies',
      ...options,
    )
  },
  commands: {
    read: ['java', ...quietly, '-cp', 'lib/*', 'Read.java'],
    snippet: ['java', ...quietly, '-cp', 'lib/*', 'Snippet.java'],
  },
}

export const foreignClients: readonly ForeignClient[] = [
  python('python', 'requirements.txt', false),
  python('python-7', 'requirements-7.txt', true),
  go,
  rust,
  java,
]

/** The first of its tools that is missing; undefined if all are available. */
export function missingTool({ tools }: ForeignClient): string | undefined {
  return tools.find(([command, ...args]) => !isInstalled(command, args))?.[0]
}

function isInstalled(command: string, args: readonly string[]): boolean {
  try {
    execFileSync(command, args, { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

function run(folder: string, command: string, ...args: readonly string[]): void {
  execFileSync(command, args, { cwd: folder, stdio: ['ignore', process.stderr, 'inherit'] })
}
