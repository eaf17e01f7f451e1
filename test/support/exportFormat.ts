import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import type { Chain } from '../../src/chain/chain.ts'
import { dialects } from '../../src/endpoint/dialects/dialects.ts'
import type { ExportSource, WriteFormat } from '../../src/formats/exportSource.ts'
import { FolderWriter } from '../../src/formats/folder/folderWriter.ts'
import { contentsOf } from './folders.ts'

/** The result of an export. */
export interface Exported {
  /** the files by their paths, with `/` between the parts, as text */
  readonly files: ReadonlyMap<string, string>
  /** SHA-256 of each in hex, by its path */
  readonly digests: ReadonlyMap<string, string>
  /** the manifest's summary of the format */
  readonly summary: Readonly<Record<string, unknown>>
}

/** All blocks of a chain, including side branches, with optional changes. */
export function sourceOf(
  chain: Chain,
  changes: Partial<Omit<ExportSource, 'chain'>> = {},
): ExportSource & { readonly chain: Chain } {
  return {
    chain,
    from: chain.tree.first.number,
    to: chain.tree.head.number,
    sideBranches: true,
    dialect: dialects.infura,
    accessLists: false,
    pretty: false,
    gzip: false,
    version: '1.2.3',
    ...changes,
  }
}

/** Writes one format into its own folder, and reads it back. */
export async function exportFormat(
  parent: string,
  write: WriteFormat,
  source: ExportSource,
): Promise<Exported> {
  const folder = mkdtempSync(join(parent, 'export-'))
  const writer = new FolderWriter(folder)
  const summary = await write(source, writer)
  await writer.finish()
  return { files: contentsOf(folder, 'utf8'), digests: writer.digests, summary }
}
