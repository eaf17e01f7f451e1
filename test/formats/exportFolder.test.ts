import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { kept } from '../../scripts/fixtures/kept.ts'
import { createChain } from '../../src/chain/createChain.ts'
import { exportChain } from '../../src/exportChain.ts'
import { type ExportOptions, ExportOptionsError } from '../../src/formats/exportOptions.ts'
import { ExportError } from '../../src/formats/folder/exportError.ts'
import { formatNames } from '../../src/formats/formatNames.ts'
import { loadChain } from '../../src/formats/loadChain.ts'
import { contentsOf } from '../support/folders.ts'
import { runCli } from '../support/runCli.ts'
import { makePipe } from '../support/specialFiles.ts'
import { temporaryFolder } from '../support/temporaryFolder.ts'

const parent = temporaryFolder()
const chain = await createChain({ seed: 'exported', blocks: 10 })
const again = await createChain({ seed: 'exported', blocks: 10 })

/** Linux lists the open files of a process here. */
const OPEN_FILES = '/proc/self/fd'

describe('the fixtures of the repository', () => {
  it.each(kept)(
    'of $name equal what is exported today, to the byte',
    async ({ name, spec, options }) => {
      const fresh = join(parent, 'kept', name)
      await exportChain(await createChain(spec), fresh, options)
      const [ours, today] = [contentsOf(join('fixtures', name)), contentsOf(fresh)]
      expect([...ours.keys()]).toEqual([...today.keys()])
      for (const [path, content] of today) expect(ours.get(path) === content, path).toBe(true)
    },
  )

  it('include no other files', () => {
    const folders = readdirSync('fixtures').filter((name) => name !== 'README.md')
    expect(folders.sort()).toEqual(kept.map(({ name }) => name).sort())
  })
})

describe('exportChain', () => {
  it.each(formatNames)('writes the same bytes each time: %s', async (format) => {
    const [once, twice] = await Promise.all(
      [chain, again].map(async (each, index) => {
        const folder = join(parent, `${index}`)
        await exportChain(each, folder, { format, gzip: true })
        return contentsOf(folder)
      }),
    )
    expect(once?.size).toBeGreaterThan(1)
    expect(once).toEqual(twice)
  })

  it('writes several formats into folders of their own', async () => {
    const folder = join(parent, 'several')
    const format = ['json', 'bundle', 'cassette'] as const
    const reported: number[] = []
    const onProgress = (done: number, wanted: number) => reported.push(done / wanted)
    await exportChain(chain, folder, { format, onProgress })
    expect(readdirSync(folder).sort()).toEqual(['bundle', 'cassette', 'json', 'manifest.json'])
    for (const name of format) {
      expect((await loadChain(join(folder, name))).tree.head.hash).toBe(chain.tree.head.hash)
    }
    expect(reported).toEqual([...reported].sort((one, other) => one - other))
    expect(reported.at(-1)).toBe(1)
    await expect(loadChain(folder)).rejects.toMatchObject({
      code: 'INVALID_FILE',
      location: 'format',
    })
    await exportChain(chain, folder, { format: 'json' })
    expect(existsSync(join(folder, 'cassette'))).toBe(false)
  })

  it('replaces an earlier export, and nothing else', async () => {
    const folder = join(parent, 'mine')
    const attempt = (options?: ExportOptions) => exportChain(chain, folder, options)
    mkdirSync(folder)
    await attempt()
    await attempt({ format: 'bundle' })
    expect(readdirSync(folder).sort()).toEqual(['bundle.json', 'manifest.json'])
    writeFileSync(join(folder, 'notes.txt'), 'mine')
    await expect(attempt()).rejects.toThrow(ExportError)
    expect(readdirSync(folder).sort()).toEqual(['bundle.json', 'manifest.json', 'notes.txt'])
    rmSync(join(folder, 'notes.txt'))
    symlinkSync('/', join(folder, 'link'))
    await expect(attempt()).rejects.toThrow(ExportError)
    rmSync(join(folder, 'link'))
    writeFileSync(join(folder, 'manifest.json'), '{"name":"a web application"}')
    await expect(attempt()).rejects.toThrow(ExportError)
    expect(readFileSync(join(folder, 'manifest.json'), 'utf8')).toContain('web application')
  })

  it('creates parent folders, and refuses a file as one', async () => {
    const folder = join(parent, 'a', 'b')
    await exportChain(chain, `${folder}/`)
    expect(readdirSync(join(parent, 'a'))).toEqual(['b'])
    const file = join(parent, 'a', 'file')
    writeFileSync(file, 'mine')
    await expect(exportChain(chain, file)).rejects.toThrow(ExportError)
    expect(readFileSync(file, 'utf8')).toBe('mine')
  })

  it('leaves no trace when stopped', async () => {
    const [folder, reason] = [join(parent, 'stopped'), new Error('enough')]
    const left = () => readdirSync(parent).filter((name) => name.startsWith('stopped'))
    for (const format of formatNames) {
      const stop = new AbortController()
      const onProgress = (done: number) => {
        if (done === 4) stop.abort(reason)
      }
      const writing = exportChain(chain, folder, { format, onProgress, signal: stop.signal })
      await expect(writing, format).rejects.toBe(reason)
      expect(left(), format).toEqual([])
    }
  })

  it.each(['.', '..', '/', process.cwd()])(
    'refuses %s, a parent of the working directory, without reading it',
    async (folder) => {
      const message = `${folder}: it is, or contains, the current folder: choose another`
      await expect(exportChain(chain, folder)).rejects.toThrow(message)
    },
  )

  it('refuses a folder with another in it, even an empty one', async () => {
    const folder = join(parent, 'extended')
    await exportChain(chain, folder)
    mkdirSync(join(folder, 'mine'))
    await expect(exportChain(chain, folder)).rejects.toThrow(
      `${folder}: it contains mine, which is not part of the export`,
    )
  })

  it('does not wait for a pipe in place of the manifest', async () => {
    const folder = join(parent, 'piped')
    mkdirSync(folder)
    makePipe(join(folder, 'manifest.json'))
    await expect(exportChain(chain, folder)).rejects.toThrow(
      `${folder}: it contains manifest.json; only an empty folder or an export is replaced`,
    )
  })

  it('refuses an empty folder name', async () => {
    const before = readdirSync('.')
    await expect(exportChain(chain, '')).rejects.toThrow('folder: its name is empty')
    expect(readdirSync('.')).toEqual(before)
  })

  it.each<[string, unknown, unknown]>([
    ['chain', Promise.resolve(chain), join(parent, 'refused')],
    ['chain', null, join(parent, 'refused')],
    ['folder', chain, undefined],
    ['folder', chain, { format: 'json' }],
  ])('names the invalid %s', async (option, given, folder) => {
    const exported = exportChain(given as never, folder as never)
    await expect(exported).rejects.toMatchObject({ code: 'INVALID_OPTION', option })
  })

  it('replaces the target of a symbolic link, not the link', async () => {
    const [folder, link] = [join(parent, 'linked'), join(parent, 'link')]
    await exportChain(chain, folder)
    symlinkSync(folder, link)
    await exportChain(chain, link, { format: 'bundle' })
    expect(lstatSync(link).isSymbolicLink()).toBe(true)
    expect(readdirSync(folder)).toEqual(['bundle.json', 'manifest.json'])
  })

  it('keeps files that others created meanwhile', async () => {
    const folder = join(parent, 'meanwhile')
    await exportChain(chain, folder)
    const onProgress = () => writeFileSync(join(folder, 'notes.txt'), 'mine')
    await expect(exportChain(chain, folder, { onProgress })).rejects.toThrow('notes.txt')
    expect(readFileSync(join(folder, 'notes.txt'), 'utf8')).toBe('mine')
  })

  it.skipIf(!existsSync(OPEN_FILES))('leaves no file open when it fails', async () => {
    const open = () => readdirSync(OPEN_FILES).length
    const before = open()
    for (const format of ['bundle', 'cassette', 'blockchain-test'] as const) {
      for (const gzip of [false, true]) {
        const onProgress = () => {
          throw new Error('enough')
        }
        const writing = exportChain(chain, join(parent, 'open'), { format, gzip, onProgress })
        await expect(writing).rejects.toThrow('enough')
      }
    }
    expect(open()).toBe(before)
  })

  it.each<[string, ExportOptions]>([
    ['format', { format: 'era1' as never }],
    ['format', { format: [] }],
    ['dialect', { dialect: 'parity' as never }],
    ['from', { from: -1 }],
    ['from', { from: 11 }],
    ['to', { to: 11 }],
    ['to', { from: 5, to: 4 }],
    ['to', { to: 1.5 }],
  ])('refuses %s in %o', async (option, options) => {
    const error = await exportChain(chain, join(parent, 'refused'), options).catch((each) => each)
    expect(error).toBeInstanceOf(ExportOptionsError)
    expect(error).toMatchObject({ code: 'INVALID_OPTION', option })
    expect(existsSync(join(parent, 'refused'))).toBe(false)
  })

  it.each<[moment: string, module: string, name: string, count: number, isKept: boolean]>([
    ['writes its tenth file', 'fs', 'writeFile', 10, true],
    ['has moved the old export away', 'fs/promises', 'rename', 2, false],
  ])('leaves the old export or none when the process is killed as it %s', async (...killed) => {
    const [, module, name, count, isKept] = killed
    const folder = join(parent, 'killed')
    await exportChain(chain, folder)
    const old = contentsOf(folder)
    const preload = `
      import module from 'node:${module}'
      import { syncBuiltinESMExports } from 'node:module'
      const original = module.${name}
      let calls = 0
      module.${name} = (...given) => {
        if (++calls === ${count}) process.kill(process.pid, 'SIGKILL')
        return original(...given)
      }
      syncBuiltinESMExports()`
    const url = `data:text/javascript,${encodeURIComponent(preload)}`
    const args = ['export', '--out', folder, '--blocks', '12', '--no-cache']
    const exit = await runCli(args, { NODE_OPTIONS: `--import=${url}` })
    expect(exit.signal).toBe('SIGKILL')
    expect(existsSync(folder)).toBe(isKept)
    if (isKept) expect(contentsOf(folder)).toEqual(old)
  })
})
