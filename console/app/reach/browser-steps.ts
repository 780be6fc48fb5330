type Step = { by: number; isElsewhere: boolean }

type Keeper = {
  isHeld: () => boolean
  /** Called when the page is as it was, with what takes the step after all. */
  holds: (go: () => void) => void
}

let keeper: Keeper | null = null

/** @returns how to stop. */
export function holdSteps(next: Keeper): () => void {
  keeper = next
  return () => void (keeper = null)
}

/**
 * Hears Back and Forward, before the router does if it is called before the router begins: browsers call the listeners of a
 * window in their order. They tell of a step when the address has changed already, so that one that is held is taken back.
 */
export function hearSteps(): void {
  // Each entry of the history has its number, which tells how far and where a step leads.
  let { place, path } = { place: numberOf(history.state) ?? 0, path: location.pathname }
  let held: number | null = null
  let isLetThrough = false
  const note = () => {
    // Not by the method that the router has replaced: nobody has to hear of it.
    History.prototype.replaceState.call(history, { ...history.state, place }, '')
    path = location.pathname
  }
  const ask = (by: number) =>
    keeper?.holds(() => {
      isLetThrough = true
      history.go(by)
    })
  note()
  window.addEventListener('popstate', (event) => {
    if (held !== null) {
      event.stopImmediatePropagation()
      ask(held)
      held = null
      return
    }
    const { by, isElsewhere } = stepTo(place, path)
    if (isElsewhere && !isLetThrough && keeper?.isHeld() === true) {
      event.stopImmediatePropagation()
      held = by
      history.go(-by)
      return
    }
    isLetThrough = false
    place += by
    note()
  })
  // Events of the router, when it has changed the address.
  window.addEventListener('pushState', () => {
    place += 1
    note()
  })
  window.addEventListener('replaceState', note)
}

function stepTo(place: number, path: string): Step {
  const isElsewhere = location.pathname !== path
  // Without a number it is new, as by a link to a part of the page, or older than the frame.
  const by = (numberOf(history.state) ?? place + (isElsewhere ? -1 : 1)) - place
  return { by, isElsewhere: isElsewhere && by !== 0 }
}

function numberOf(state: unknown): number | null {
  const place = typeof state === 'object' && state !== null && 'place' in state ? state.place : null
  return typeof place === 'number' ? place : null
}
