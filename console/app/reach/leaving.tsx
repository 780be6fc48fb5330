import { Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { Confirm } from '../../design/confirm.tsx'
import { words } from '../../words/app.ts'
import { holdSteps } from './browser-steps.ts'
import { isOnlyHere } from './unsaved.ts'

type Leave = () => void

let ask: ((leave: Leave) => void) | null = null

/** Does what leads away from the page, after a question if something is there that only a press of its button saves. */
export function leaveBy(leave: Leave): void {
  if (ask === null || !isOnlyHere()) leave()
  else ask(leave)
}

/** For what is no link: a key, a command of the palette. */
export function useGo(): (path: string) => void {
  const [, go] = useLocation()
  return (path) => leaveBy(() => go(path))
}

/** Before a link, a command, Back or Forward leads away from a form with something that only a press of its button saves. */
export function AskBeforeLeaving() {
  const [leave, setLeave] = useState<Leave | null>(null)
  useEffect(() => {
    const held = (next: Leave) => setLeave(() => next)
    ask = held
    const ends = [holdLinks(held), holdSteps({ isHeld: isOnlyHere, holds: held })]
    return () => {
      ask = null
      for (const end of ends) end()
    }
  }, [])
  return (
    <Confirm
      isOpen={leave !== null}
      title={words.leaving.title}
      action={words.leaving.go}
      act={() => {
        leave?.()
        setLeave(null)
      }}
      close={() => setLeave(null)}
    >
      <Text>{words.leaving.text}</Text>
    </Confirm>
  )
}

function holdLinks(holds: (leave: Leave) => void): () => void {
  let isLetThrough = false
  const click = (event: MouseEvent) => {
    const link = linkOf(event)
    if (link === null || isLetThrough || !isOnlyHere()) return
    event.preventDefault()
    event.stopPropagation()
    holds(() => {
      isLetThrough = true
      link.click()
      isLetThrough = false
    })
  }
  // Before the router: it listens at the root of the page.
  document.addEventListener('click', click, true)
  return () => document.removeEventListener('click', click, true)
}

/** null: it leaves the page as it is, such as a download or a tab of its own. */
function linkOf(event: MouseEvent): HTMLAnchorElement | null {
  const { target, button, ctrlKey, metaKey, shiftKey, altKey } = event
  if (button !== 0 || ctrlKey || metaKey || shiftKey || altKey || !(target instanceof Element)) return null
  const link = target.closest('a[href]')
  if (!(link instanceof HTMLAnchorElement) || link.target !== '' || link.hasAttribute('download')) return null
  // It opens what has been made of all that was typed.
  if (link.hasAttribute('data-keeps')) return null
  const isElsewhere = link.pathname !== location.pathname || link.origin !== location.origin
  return isElsewhere ? link : null
}
