import { stat } from 'node:fs/promises'
import { dirname, isAbsolute, join, resolve } from 'node:path'
import { readRegularFile } from '../primitives/regularFile.ts'
import type { ArtifactFolder } from './artifactFolder.ts'
import type { Source } from './debugInfo.ts'
import { SourceText } from './sourceText.ts'

/** In bytes: larger files are no sources. */
const FILE_MAX = 8 * 1024 * 1024

/** How many folders above are searched: artifacts are mostly directly below the folder of the project. */
const ABOVE_MAX = 4

/**
 * Finds a source by the path that the compiler was given, which is relative to the folder of the project. One that was
 * written since the artifacts were read has other lines, and counts as missing.
 *
 * @param artifact the path of the file that names it: the nearest project counts
 */
export async function findSource(
  path: string,
  artifact: string,
  { path: folder, readAt }: ArtifactFolder,
): Promise<Source> {
  for (const candidate of candidates(path, [dirname(artifact), folder])) {
    try {
      if ((await stat(candidate)).mtimeMs > readAt) return { path, text: undefined }
      const text = (await readRegularFile(candidate, FILE_MAX)).toString()
      return { path, text: new SourceText(text) }
    } catch {
      // It is not there.
    }
  }
  return { path, text: undefined }
}

function* candidates(path: string, places: readonly string[]): Generator<string> {
  if (isAbsolute(path)) {
    yield path
    return
  }
  for (const place of places) {
    let folder = resolve(place)
    for (let count = 0; count <= ABOVE_MAX; count++) {
      yield join(folder, path)
      folder = dirname(folder)
    }
  }
}
