import type { Chain } from '../../src/chain/chain.ts'
import { geth } from '../../src/endpoint/dialects/geth.ts'
import type { ExportSource, WriteFormat } from '../../src/fixtures/exportSource.ts'
import { FolderWriter } from '../../src/fixtures/folder/folderWriter.ts'

/** Writes a chain in a form, all of it where nothing else is asked. */
export async function writeAs(
  format: WriteFormat,
  folder: string,
  chain: Chain,
  asked: Partial<ExportSource> = {},
): Promise<FolderWriter> {
  const writer = new FolderWriter(folder)
  const source = {
    chain,
    from: 0,
    to: chain.tree.head.number,
    sideBranches: true,
    dialect: geth,
    pretty: false,
    gzip: false,
    version: '0.0.0',
    ...asked,
  }
  await format(source, writer)
  await writer.finish()
  return writer
}
