import { Text } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { Confirm } from '../../design/confirm.tsx'
import { words } from '../../words/app.ts'
import { isOnlyHere } from './unsaved.ts'

/** Before a link of the console leads away from a form with something that only a press of its button saves. */
export function AskBeforeLeaving() {
  const [link, setLink] = useState<HTMLAnchorElement | null>(null)
  const isAllowed = useRef(false)
  useEffect(() => {
    // Before the router: it listens at the root of the page.
    const ask = (event: MouseEvent) => {
      const clicked = linkOf(event)
      if (clicked === null || isAllowed.current || !isOnlyHere()) return
      event.preventDefault()
      event.stopPropagation()
      setLink(clicked)
    }
    document.addEventListener('click', ask, true)
    return () => document.removeEventListener('click', ask, true)
  }, [])
  const leave = () => {
    isAllowed.current = true
    link?.click()
    isAllowed.current = false
    setLink(null)
  }
  return (
    <Confirm
      isOpen={link !== null}
      title={words.leaving.title}
      action={words.leaving.go}
      act={leave}
      close={() => setLink(null)}
    >
      <Text>{words.leaving.text}</Text>
    </Confirm>
  )
}

/** null: it leaves the page as it is, such as a download or a tab of its own. */
function linkOf(event: MouseEvent): HTMLAnchorElement | null {
  const { target, button, ctrlKey, metaKey, shiftKey, altKey } = event
  if (button !== 0 || ctrlKey || metaKey || shiftKey || altKey || !(target instanceof Element)) return null
  const link = target.closest('a[href]')
  if (!(link instanceof HTMLAnchorElement) || link.target !== '' || link.hasAttribute('download')) return null
  const isElsewhere = link.pathname !== location.pathname || link.origin !== location.origin
  return isElsewhere ? link : null
}
