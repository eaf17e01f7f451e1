import type { Chain } from '../../src/chain/chain.ts'
import type { ExportSource, WriteFormat } from '../../src/formats/exportSource.ts'
import { FolderWriter } from '../../src/formats/folder/folderWriter.ts'
import { sourceOf } from './exportFormat.ts'

/** Writes a chain in a format into a folder; by default the whole chain. */
export async function writeAs(
  format: WriteFormat,
  folder: string,
  chain: Chain,
  asked: Partial<ExportSource> = {},
): Promise<FolderWriter> {
  const writer = new FolderWriter(folder)
  await format(sourceOf(chain, asked), writer)
  await writer.finish()
  return writer
}
