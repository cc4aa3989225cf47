print("tomato-notifyd")
