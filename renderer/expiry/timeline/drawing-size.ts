// Sizes in every drawing (window, paper, file), in pixels.
export const axisHeight = 44
export const laneHeight = 28
export const barHeight = 18
export const noteHeight = 18
export const rowPadding = 5
export const fontSize = 11
