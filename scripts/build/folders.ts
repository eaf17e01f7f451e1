/** The folders of a build. */
export interface BuildFolders {
  /** of the package */
  readonly root: string
  /** where to write the bundles */
  readonly output: string
}
