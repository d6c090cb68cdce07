// Every drawing (window, paper, file) has these heights, in pixels.
export const axisHeight = 44
export const laneHeight = 28
export const barHeight = 18
export const noteHeight = 18
export const rowPadding = 5
/** Size of the words on bars and beside gaps. */
export const fontSize = 11
