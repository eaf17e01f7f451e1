import { grouped } from '../store/format.ts'
import type { TreeState } from './treeState.ts'

const ZOOM = 1.4

/** Below the drawing: where in the chain it is, and how large. */
export function Controls({ state }: { readonly state: TreeState }) {
  const { camera, tree } = state
  const last = tree.latest.value?.top ?? 0
  const shown = Math.round(Math.min(last, Math.max(0, camera.center.value)))
  const { first, last: lastInView } = camera.range.value
  return (
    <div class="controls">
      <button
        type="button"
        class="icon"
        aria-label="Zoom out"
        onClick={() => camera.zoomBy(1 / ZOOM)}
      >
        <Icon path="M4 8h8" />
      </button>
      <button type="button" class="icon" aria-label="Zoom in" onClick={() => camera.zoomBy(ZOOM)}>
        <Icon path="M4 8h8M8 4v8" />
      </button>
      <input
        class="scrubber"
        type="range"
        min={0}
        max={last}
        value={shown}
        aria-label="Position in the chain"
        aria-valuetext={`Blocks ${grouped(first)} to ${grouped(Math.min(last, lastInView))} of ${grouped(last)}`}
        onInput={(event) => camera.show(Number(event.currentTarget.value))}
      />
      <span class="position" aria-hidden="true">
        {grouped(first)}–{grouped(Math.min(last, lastInView))}
      </span>
      <button
        type="button"
        class="newest"
        aria-pressed={camera.following.value}
        onClick={() => state.goToHead()}
      >
        Follow head
      </button>
    </div>
  )
}

function Icon({ path }: { readonly path: string }) {
  return (
    <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
      <path class="icon-line" d={path} />
    </svg>
  )
}
