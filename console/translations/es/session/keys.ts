import type * as en from '../../../words/session/keys.ts'

type Key = readonly [combination: readonly string[], meaning: string]

/** The letters after g, which the palette's door listens to. */
export const goingKeys: Record<'o' | 'c' | 'l' | 'p' | 's' | 'i', readonly [path: string, name: string]> = {
  o: ['/overview', 'Resumen'],
  c: ['/campaigns', 'Campañas'],
  l: ['/lists', 'Listas'],
  p: ['/people', 'Contactos'],
  s: ['/segments', 'Segmentos'],
  i: ['/imports', 'Importaciones'],
}

const going: readonly Key[] = Object.entries(goingKeys).map(([key, [, name]]) => [['g', key], name])

export const keyWords: typeof en.keyWords = {
  title: 'Teclas',
  lead: 'Las teclas sueltas funcionan cuando no se está escribiendo. La paleta las desactiva en este navegador: Ctrl K sigue funcionando.',
  groups: [
    {
      title: 'En todas partes',
      keys: [
        [['Ctrl', 'K'], 'Buscar, ir a una página, hacer algo'],
        [['/'], 'Lo mismo'],
        [['?'], 'Esta página'],
        [['Esc'], 'Cerrar lo que está abierto encima'],
        [['Tab'], 'Campo o botón siguiente'],
        [['Intro'], 'Seguir un enlace, pulsar un botón, enviar un formulario'],
      ],
    },
    { title: 'Ir a', keys: going },
    {
      title: 'Gráficos',
      keys: [
        [['t'], 'Mostrar las cifras como tabla, y volver'],
        [['←', '→'], 'Leer el gráfico punto por punto, cuando tiene el foco'],
      ],
    },
    {
      title: 'Listas y menús',
      keys: [
        [['↑', '↓'], 'Elegir; mover un campo o una condición por su asa'],
        [['Inicio', 'Fin'], 'Primero y último'],
        [['Espacio'], 'Marcar una casilla'],
      ],
    },
  ],
}
