@echo off
rem Runs the command line of the installed app. To have it on your PATH, add this folder.
"%~dp0..\..\Clavis.exe" -- --cli %*
exit /b %ERRORLEVEL%
