import { useEffect } from 'react'

/**
 * Keeps the focus in the page: a button that is disabled while it works loses it, and what is removed takes it along. It comes
 * back to the button, or goes to the heading, so that the next Tab does not begin at the menu.
 */
export function KeepFocus() {
  useEffect(() => {
    let last: Element | null = null
    let wasDisabled = false
    const keep = (next: EventTarget | null) => {
      last = next instanceof Element ? next : null
      wasDisabled = false
    }
    const look = () => {
      if (last === null || document.activeElement !== document.body) return
      const isGone = !last.isConnected
      if (!isGone && last.matches(':disabled')) {
        wasDisabled = true
        return
      }
      if (!isGone && !wasDisabled) return
      const to = isGone ? document.querySelector('h1') : last
      keep(null)
      if (to instanceof HTMLElement) to.focus({ preventScroll: true })
    }
    const focused = ({ target }: FocusEvent) => keep(target)
    // A press beside everything gives the focus up.
    const pressed = () => keep(null)
    const observer = new MutationObserver(look)
    observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled'] })
    document.addEventListener('focusin', focused)
    document.addEventListener('pointerdown', pressed)
    return () => {
      observer.disconnect()
      document.removeEventListener('focusin', focused)
      document.removeEventListener('pointerdown', pressed)
    }
  }, [])
  return null
}
