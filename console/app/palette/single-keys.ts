const place = 'quiver-single-keys'

/** Single keys can be in the way of speech input, so people can switch them off in this browser. */
export function hasSingleKeys(): boolean {
  return window.localStorage.getItem(place) !== 'off'
}

export function setSingleKeys(isOn: boolean): void {
  if (isOn) window.localStorage.removeItem(place)
  else window.localStorage.setItem(place, 'off')
}
